// The demo's files, in the order of include/CDemo.h. The assembler copies them as they are: as an array of Swift, 760 KB
// take the compiler a minute and a half and 1.6 GB. A test compares them with the files.
#include "CDemo.h"

.section .rodata
#define FILE_BYTES(symbol, path) \
    .globl demo_##symbol ; .globl demo_##symbol##_end ; \
    demo_##symbol: .incbin path ; demo_##symbol##_end: .byte 0 ;
DEMO_FILES(FILE_BYTES)
.section .note.GNU-stack,"",%progbits
