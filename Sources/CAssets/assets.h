// How a table of embedded files is written: a file between FILE_BYTES and FILE_END, then its line in the table.
#ifndef FAIRWAY_ASSETS_TABLE_H
#define FAIRWAY_ASSETS_TABLE_H

#include "CAssets.h"

#define FILE_BYTES(symbol) static const unsigned char symbol[] = {
#define FILE_END };
#define FILE_ENTRY(path, symbol) { path, symbol, sizeof symbol },

#endif
