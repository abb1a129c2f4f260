// A switch in a loop, some of whose cases push and others pop: each case leaves the stack's pointer
// right. LLVM moves an address out of a case on AMD GPUs, unless it is kept there (src/ir/codegen.h).
//
// RUN: %run_kernel -O2
#include <offload.h>

#include "Inputs/check.h"

enum { MOST = 40, JOIN = 27, CHOICE = 4, MAYBE = 2, ANY = 3, SOME = 1, DOT = 21 };

struct node {
    int value, number;
    struct node *next, *other;
    unsigned char seen;
};
struct part {
    struct node *first;
    struct node **ends;
};

static inline struct node *make(int value, struct node *next, struct node *other, struct node *nodes, int *count)
{
    struct node *node = nodes + *count;
    node->number = (*count)++;
    node->value = value;
    node->next = next;
    node->other = other;
    node->seen = 0;
    return node;
}

static inline struct node **end(struct node **place)
{
    *place = NULL;
    return place;
}

static inline void lead(struct node **ends, struct node *to)
{
    for (struct node **next; ends; ends = next) {
        next = (struct node **)*ends;
        *ends = to;
    }
}

static inline struct node **append(struct node **ends, struct node **more)
{
    struct node **first = ends;
    while (*ends)
        ends = (struct node **)*ends;
    *ends = (struct node *)more;
    return first;
}

static struct node *build(const char *text, struct node *nodes, int *count, struct node *last)
{
    struct part stack[1000], *top = stack, one, two;
    struct node *node;
    for (; *text; text++)
        switch (*text) {
        case DOT:
            node = make(258, NULL, NULL, nodes, count);
            *top++ = (struct part){node, end(&node->next)};
            break;
        default:
            node = make(*text, NULL, NULL, nodes, count);
            *top++ = (struct part){node, end(&node->next)};
            break;
        case JOIN:
            two = *--top;
            one = *--top;
            lead(one.ends, two.first);
            *top++ = (struct part){one.first, two.ends};
            break;
        case CHOICE:
            two = *--top;
            one = *--top;
            node = make(257, one.first, two.first, nodes, count);
            *top++ = (struct part){node, append(one.ends, two.ends)};
            break;
        case MAYBE:
            one = *--top;
            node = make(257, one.first, NULL, nodes, count);
            *top++ = (struct part){node, append(one.ends, end(&node->other))};
            break;
        case ANY:
            one = *--top;
            node = make(257, one.first, NULL, nodes, count);
            lead(one.ends, node);
            *top++ = (struct part){node, end(&node->other)};
            break;
        case SOME:
            one = *--top;
            node = make(257, one.first, NULL, nodes, count);
            lead(one.ends, node);
            *top++ = (struct part){one.first, end(&node->other)};
            break;
        }
    one = *--top;
    if (top != stack)
        return NULL;
    lead(one.ends, last);
    return one.first;
}

offload_kernel void k(int n, const char text[n], int out[MOST])
{
    offload_shared char copy[MOST];
    offload_shared struct node nodes[MOST], last;
    offload_shared int count;
    if (offload_thread_id(0) == 0) {
        for (int i = 0; i < n; i++)
            copy[i] = text[i];
        count = 0;
        struct node *first = build(copy, nodes, &count, &last);
        out[0] = count;
        out[1] = (int)(first - nodes);
        for (int i = 0; i < count; i++)
            out[2 + i] = nodes[i].value;
    }
}

int main(void)
{
    const char text[] = {'a', 'b', 'c', CHOICE, ANY, JOIN, 'd', JOIN, 0};
    static const int expected[] = {6, 0, 'a', 'b', 'c', 257, 257, 'd'};
    int out[MOST] = {0};
    offload(k, .blocks = {1}, .block_size = {64})(sizeof text, text, out);
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++)
        EQUAL(out[i], expected[i]);
    return finish();
}
