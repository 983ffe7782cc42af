export * from './expression.ts'
export * from './feel/index.ts'
export * from './script/index.ts'
export * from './uel/index.ts'
