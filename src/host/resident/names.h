// names.h - the symbols of runtime/data/before.h, which generated code refers to.
#ifndef OC_RESIDENT_NAMES_H
#define OC_RESIDENT_NAMES_H

#define OC_RESIDENT_CONFIGURE "__offloadcc_configure_staying_v2"
#define OC_RESIDENT_MAIN OC_RESIDENT_BEFORE("main")
#define OC_RESIDENT_LAUNCH OC_RESIDENT_BEFORE("launch")
#define OC_RESIDENT_FACTS "__offloadcc_facts_v1"
#define OC_RESIDENT_OUT "__offloadcc_out_v1"
#define OC_RESIDENT_BEFORE(what) "__offloadcc_before_" what "_v1"

// The unit's own functions that look at the counts, and call those above if they are not 0.
#define OC_RESIDENT_CHECK(what) "__offloadcc_check_" what

#endif
