// expat's parser of XML; nothing in it is variadic, so it imports as it is.
#ifndef CAIRN_EXPAT_SHIM_H
#define CAIRN_EXPAT_SHIM_H
#include <expat.h>
#endif
