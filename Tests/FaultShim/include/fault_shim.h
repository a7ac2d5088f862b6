// Nothing to include: the library is preloaded into a program (LD_PRELOAD). See fault_shim.c.
#pragma once
