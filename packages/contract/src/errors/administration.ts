import type { ErrorsOfArea } from './errors-of-area.ts'

/** Errors of the administration of a workplace. */
export const administrationErrors = {
  'workplace.fixed': { status: 403, means: 'The user cannot change the workplace: only advanced single sign-on can.' },
  'workplace.in-use': {
    status: 409,
    means: 'The workplace is the default one, not suspended, or being moved, so it cannot be deleted or moved.',
  },
  'licence.invalid': {
    status: 422,
    means: 'The licence cannot be read, or is not signed by a vendor that this installation knows.',
  },
  'licence.expired': {
    status: 409,
    means:
      'The licence has expired. Running instances continue. Nothing new can be created until the licence is renewed.',
  },
  'licence.elsewhere': { status: 422, means: 'The licence is for another installation.' },
  'licence.unknown-vendor': {
    status: 409,
    means: 'This installation knows no vendor of licences: MILLRACE_LICENCE_KEY is not set.',
  },
  'licence.users': { status: 409, means: 'The workplace has the maximum number of enabled users of its licence.' },
  'licence.not-covered': { status: 409, means: 'The licence does not cover applications with this key.' },
  'licence.applications': {
    status: 409,
    means: 'The workplace has the maximum number of applications of its licence.',
  },
  'audit.not-restorable': {
    status: 409,
    means: 'The entity cannot be restored to the revision. The message gives the reason.',
  },
  'audit.same': { status: 409, means: 'The entity has the values of the revision already.' },
  'package.invalid': {
    status: 422,
    means: 'The file is not a package that can be read, was changed after its export, or is of another version.',
  },
  'package.too-large': { status: 422, means: 'The package would have too many items or bytes.' },
  'package.too-many': { status: 409, means: 'Too many imports wait for decisions. Cancel one first.' },
  'package.undecided': {
    status: 409,
    means: 'The import needs choices: for conflicts, or for users and groups to map. The details name each.',
  },
  'package.untrusted': { status: 409, means: 'The key of the package is not trusted yet.' },
  'package-source.invalid': {
    status: 422,
    means: 'The package source does not fit together. The details list the fields.',
  },
  'move-in.invalid': {
    status: 422,
    means: 'The source of the move is not valid, or the state of the move does not allow the call.',
  },
  'package.started': { status: 409, means: 'The import has started or ended already.' },
  'package.unfit': {
    status: 409,
    means:
      'An item of the package conflicts with an existing item. The message gives the reason. Nothing was imported.',
  },
  'package.changed': {
    status: 409,
    means: 'Items of the import were changed since, so it cannot be rolled back. The details name each.',
  },
  'theme.invalid': {
    status: 422,
    means: 'The variables of a theme are not valid. The details list each error.',
  },
  'theme.unknown': { status: 422, means: 'No theme has this code.' },
  'theme.too-many': { status: 409, means: 'The workplace has the maximum number of themes.' },
  'setting.invalid': {
    status: 422,
    means: 'A setting does not allow this value. The details name the setting and the reason.',
  },
  'setting.unknown': {
    status: 422,
    means: 'The setting does not exist, or belongs to the installation and cannot be changed in this workplace.',
  },
  'setting.fixed': { status: 409, means: 'An environment variable of the server fixes the setting.' },
} as const satisfies ErrorsOfArea
