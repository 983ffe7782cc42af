import type { ErrorsOfArea } from './errors-of-area.ts'

/** Errors of users, groups and hierarchies. */
export const peopleErrors = {
  'user.own-manager': { status: 422, means: 'Users cannot be their own manager.' },
  'user.no-email': { status: 422, means: 'No link can be mailed to the user: the account has no email address.' },
  'user.own-account': {
    status: 409,
    means:
      'The user would lose access: they would disable their own account, end their own session, or remove their own role for the administration of users.',
  },
  'user.not-confirmed': {
    status: 422,
    means: 'The user name that confirms an erasure is not the name of the user to erase.',
  },
  'user.has-work': {
    status: 409,
    means:
      'The user to be deleted or erased has open tasks, or has started processes that are under way. Enabled users cannot be erased either.',
  },
  'absence.over': { status: 422, means: 'The end of the absence is in the past.' },
  'absence.substitute': {
    status: 422,
    means:
      'The user cannot be the substitute: they are the absent user, are away at that time, or cannot work on tasks.',
  },
  'absence.too-many': { status: 409, means: 'The user has the maximum number of absences.' },
  'user.last-administrator': { status: 409, means: 'The user is the only administrator of the workplace.' },
  'user-property.invalid': {
    status: 422,
    means: 'The settings of a user property contradict each other, or a value does not match its type.',
  },
  'user-property.value-taken': { status: 409, means: 'Another user has this value of a unique property.' },
  'user-property.has-values': {
    status: 409,
    means: 'Users have values of the property, so its type cannot be changed.',
  },
  'user-property.too-many': { status: 409, means: 'The workplace has the maximum number of user properties.' },
  'group.parent-invalid': {
    status: 422,
    means:
      'The group cannot have this parent: it does not exist or is disabled, is the group itself or below it, or there would be too many levels.',
  },
  'hierarchy.invalid': {
    status: 422,
    means:
      'The position is not valid: it would be below itself or too deep, has neither a name nor a person, ends before it begins, or is one too many.',
  },
  'user-import.invalid': {
    status: 422,
    means: 'The columns of the import contradict each other, or the import was not checked before its start.',
  },
  'user-change.invalid': {
    status: 422,
    means: 'The change of several users was not checked before its start, or changes nobody.',
  },
  'directory.invalid': {
    status: 422,
    means:
      'The directory, its mapping of groups or the state of its run does not allow the call. The details list the fields.',
  },
  'directory.running': { status: 409, means: 'A run of the directory is in progress.' },
  'directory.unreachable': {
    status: 503,
    means:
      'The directory that checks the password of the user does not answer. Nothing was counted as a failed sign-in.',
  },
} as const satisfies ErrorsOfArea
