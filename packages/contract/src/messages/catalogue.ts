/**
 * The texts of the page frame from the error catalogue of the specification (section 8), word for word. They are the
 * first line of a message.
 */
export const catalogue = {
  userThemes: 'Error in fetching user defined themes',
  themeInformation: 'Error while fetching theme information',
  profile: 'Error while fetching user profile',
  request: 'Could not process your request',
  categories: 'Error while fetching Categories',
  taskCustomViews: 'Error while fetching task custom views',
  themeData: 'Error while fetching theme data',
} as const
