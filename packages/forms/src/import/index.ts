export * from './flowable.ts'
export * from './form-io.ts'
export * from './form-js.ts'
export * from './import-notes.ts'
