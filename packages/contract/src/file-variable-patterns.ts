/** The fields of a file variable that are matched as they are typed, without blanks at the ends; empty is unknown. */
export const fileVariablePatterns = {
  mimeType: /^(?:[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})?$/,
  encoding: /^[\w.:+-]{0,40}$/,
} as const
