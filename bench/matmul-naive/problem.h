#include "../matmul.h"
