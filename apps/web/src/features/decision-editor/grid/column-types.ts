/** Types that are offered for a column. A file may have others, which are kept. */
export const columnTypes = ['string', 'number', 'boolean', 'date', 'integer', 'long', 'double'] as const
