/** The types to choose from for a column. Other types in a file are kept. */
export const columnTypes = ['string', 'number', 'boolean', 'date', 'integer', 'long', 'double'] as const
