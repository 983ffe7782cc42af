/** The page of packages. */
export const importsPath = '/admin/importexport'
