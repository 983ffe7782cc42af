/** The address of the page of packages. */
export const importsPath = '/admin/importexport'
