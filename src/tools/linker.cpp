#include "tools/linker.h"

#ifdef OC_HAS_LLD

#include <lld/Common/Driver.h>
#include <llvm/ADT/SmallVector.h>
#include <string>

LLD_HAS_DRIVER(elf)

bool oc_linker_run(const char *const *words, size_t count) {
    static const lld::DriverDef drivers[] = {{lld::Gnu, &lld::elf::link}};
    llvm::SmallVector<const char *, 16> arguments = {"ld.lld"}; // the name chooses the driver
    arguments.append(words + 1, words + count);
    arguments.push_back("--threads=1"); // a kernel's image is small
    std::string text;
    llvm::raw_string_ostream messages(text);
    lld::Result result = lld::lldMain(arguments, messages, messages, drivers);
    return result.retCode == 0 && text.empty();
}

#else

bool oc_linker_run(const char *const *, size_t) {
    return false;
}

#endif
