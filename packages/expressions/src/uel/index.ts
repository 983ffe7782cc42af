export { compileUel, type UelOptions } from './compile-uel.ts'
export { isUel } from './parse-uel.ts'
