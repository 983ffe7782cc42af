export * from './csv-cell.ts'
export * from './read-cell.ts'
export * from './read-table.ts'
