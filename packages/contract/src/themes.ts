import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { themeColours, themeDensities, themeFonts, themeRadii } from './theme-choices.ts'
import { namedWorkplace } from './workplace-query.ts'

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Expected a colour of six hexadecimal digits, such as #006D7D.')
  .toLowerCase()

const colours = z.strictObject(Object.fromEntries(themeColours.map((name) => [name, colour.optional()])))

/**
 * All values of a theme. Each is a colour or one of a list, so nothing in a theme can run or be loaded from elsewhere.
 * Missing values are those of the built-in theme, or calculated from the given ones.
 */
export const themeVariables = z.strictObject({
  light: colours.optional(),
  dark: colours.optional(),
  /** Pixels. */
  radius: z.union(themeRadii.map((radius) => z.literal(radius))).optional(),
  density: z.enum(themeDensities).optional(),
  font: z.enum(themeFonts).optional(),
})

/** A user-defined theme. */
const userTheme = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** JSON text of `themeVariables`. */
  variables: z.string(),
  /** The number of users who have chosen the theme. */
  usedBy: z.number().int(),
})

export type UserTheme = z.output<typeof userTheme>

/** How the workplace presents itself. */
const themeData = z.object({
  productName: z.string(),
  /** The addresses of the pictures, which change with the pictures; null without a picture. */
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  themeCode: z.string(),
  menuOnTop: z.boolean(),
  fixedFooter: z.boolean(),
})

export type ThemeData = z.output<typeof themeData>

/**
 * Refusals of the calls that answer it have `error: true`, the `message` and `data: null` beside code and request id.
 */
function answerOf<const T extends z.ZodType>(data: T) {
  return z.object({ error: z.boolean(), message: z.string().nullable(), data })
}

const admin = ['RoleAdmin'] as const

/** These calls tell by their body too that they were refused (specification, section 7). */
const errorInBody = z.object({ error: z.literal(true), data: z.null() })

export const themeCalls = defineCalls('themes', {
  get: defineCall({
    method: 'GET',
    path: '/admin/themes-api',
    summary: 'Returns the product name, images, theme and layout of the workplace.',
    tag: 'Themes',
    audience: 'signed-in',
    answer: themeData,
  }),
  /**
   * Parts by the names of theme data; `logo` and `favicon` are files. A part that is missing, or a file that is empty,
   * changes nothing; an empty product name is the built-in one again.
   */
  save: defineCall({
    method: 'POST',
    path: '/admin/themes-api',
    summary: 'Changes the product name, images, theme and layout of the workplace.',
    tag: 'Themes',
    audience: admin,
    touches: ['themes.get', 'about.themeDetails'],
    body: 'multipart',
    parts: { files: 2, fileSize: limits.logo },
    bodyLimit: 2 * limits.logo + limits.jsonBody,
    answer: themeData,
    errors: ['request.invalid', 'request.too-large', 'file.refused', 'theme.unknown'],
  }),
  removeLogo: defineCall({
    method: 'POST',
    path: '/admin/themes-api/remove-logo',
    summary: 'Removes the custom logo.',
    tag: 'Themes',
    audience: admin,
    touches: ['themes.get', 'about.themeDetails'],
    answer: themeData,
  }),
  removeFavicon: defineCall({
    method: 'POST',
    path: '/admin/themes-api/remove-favicon',
    summary: 'Removes the custom favicon.',
    tag: 'Themes',
    audience: admin,
    touches: ['themes.get', 'about.themeDetails'],
    answer: themeData,
  }),
  /** Returns the logo of the same workplace as `about/theme-details`: the sign-in page shows it too. */
  logo: defineCall({
    method: 'GET',
    path: '/admin/themes-api/logo',
    summary: 'Returns the custom logo.',
    tag: 'Themes',
    audience: 'public',
    query: namedWorkplace,
    answer: 'file',
    errors: ['thing.not-found'],
  }),
  favicon: defineCall({
    method: 'GET',
    path: '/admin/themes-api/favicon',
    summary: 'Returns the custom favicon.',
    tag: 'Themes',
    audience: 'public',
    query: namedWorkplace,
    answer: 'file',
    errors: ['thing.not-found'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/admin/themes-api/user-defined-theme/all',
    summary: 'The user-defined themes, by name.',
    tag: 'Themes',
    audience: 'signed-in',
    refusal: errorInBody,
    answer: answerOf(z.array(userTheme)),
  }),
  /** Adds a theme when there is no id. The code of an existing theme cannot change. */
  saveTheme: defineCall({
    method: 'POST',
    path: '/admin/themes-api/user-defined-theme/save',
    summary: 'Adds or changes a user-defined theme.',
    tag: 'Themes',
    audience: admin,
    touches: ['themes.list'],
    happensOnce: true,
    body: z.object({
      id: z.string().max(64).nullish(),
      code: z.string().max(limits.themeName).nullish(),
      name: text('name', limits.themeName),
      variables: z.string().max(limits.themeVariables),
    }),
    refusal: errorInBody,
    answer: answerOf(userTheme),
    errors: ['thing.name-taken', 'thing.key-taken', 'theme.invalid', 'theme.too-many', 'thing.not-found'],
  }),
  /** Deletes a theme. The workplace or users who had chosen it get the built-in theme, or that of the workplace. */
  removeTheme: defineCall({
    method: 'DELETE',
    path: '/admin/themes-api/user-defined-theme/{id}',
    summary: 'Deletes a user-defined theme.',
    tag: 'Themes',
    audience: admin,
    touches: ['themes', 'profile'],
    happensOnce: true,
    params: z.object({ id: z.string().max(64) }),
    refusal: errorInBody,
    answer: answerOf(z.null()),
    errors: ['thing.not-found'],
  }),
})
