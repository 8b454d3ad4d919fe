// libjpeg-turbo's TurboJPEG 2 API. Flags and functions import as they are.
#ifndef CAIRN_TURBOJPEG_SHIM_H
#define CAIRN_TURBOJPEG_SHIM_H
#include <turbojpeg.h>
#endif
