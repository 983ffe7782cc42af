/** The HTTP methods of REST adapters. Forms only use GET and POST; processes use all. */
export const restMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
