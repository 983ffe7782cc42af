export { compileUel, type UelOptions } from './compile-uel.ts'
export { isUel, splitUel, type UelPiece } from './parse-uel.ts'
