// questions.h - questions to the threads of a strip: how many of them come to a loop, or go on with
// it (together.h).
//
// A question is a call with a bit, the thread's answer, and its result is the same for all threads.
// It decides the branch at the end of a region of a strip (strips.h).
#ifndef OC_QUESTIONS_H
#define OC_QUESTIONS_H

#include "cpu/loops/nest.h"

// Asks a question at the builder's position. `name` is one of the functions in uniform.h. `answer`
// is the thread's own. OC_UNIFORM_ANY must be asked in a region of its own, right after the region
// of the question that it is about.
LLVMValueRef oc_questions_build(const struct oc_threads *threads, const char *name,
                                LLVMValueRef answer);

// In a strip's region that ends with a question: replaces the call by what the threads so far have
// answered. Returns the bit that is the result, after the region's loop; NULL if `condition` is not
// such a call. Its instructions are at the builder's position, which is after that loop.
LLVMValueRef oc_questions_answer(const struct oc_threads *threads, size_t region,
                                 LLVMValueRef condition);

// Where questions were left, because there are no strips, each thread's answer is the result.
void oc_questions_end(const struct oc_threads *threads);

#endif
