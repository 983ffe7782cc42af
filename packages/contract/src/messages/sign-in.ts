/** The session, its end and the pages that say so. */
export const session = {
  timeoutTitle: 'Session timeout',
  timeoutText:
    "You're being timed out due to inactivity. Please choose to stay signed in or to logoff. Otherwise, you will logged off automatically.",
  stay: 'Stay logged in ({{seconds}})',
  logOff: 'Log off',
  secondsLeft: '{{seconds}} seconds left',
  endedTitle: 'You have been logged off',
  endedText: 'Your session ended because you were inactive. Entries that you had not sent are lost.',
  signInAgain: 'Sign in again',
} as const

export const login = {
  title: 'Sign in',
  hint: 'Use your user name and password.',
  hintWithCompany: 'Use your company account or your user name.',
  company: 'Continue with company account',
  or: 'or',
  username: 'User name',
  usernameMissing: 'Enter your user name.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  showPassword: 'Show password',
  submit: 'Sign in',
  workplace: 'Workplace',
  workplaceHelp: 'Leave it empty for the default workplace.',
  otherWorkplace: 'Another workplace',
  failed: 'You are not signed in',
  companyNamed: 'Sign in with {{name}}',
  companyFailed: 'The service for company accounts could not be reached',
  refused: 'The sign-in with your company account was refused. Try again, or use your user name.',
  unavailable: 'The service for company accounts does not answer. Try again in a moment.',
  unknown: 'Your company account is not linked to a user here. Ask your administrator.',
  newPasswordTitle: 'Choose a new password',
  newPasswordText: 'Your first password was valid for one sign-in only. Nobody but you knows the new password.',
  newPassword: 'New password',
  newPasswordMissing: 'Enter a new password.',
  repeatPassword: 'Repeat new password',
  repeatDiffers: 'The passwords are different.',
  saveAndSignIn: 'Save password and sign in',
  back: 'Back',
  noAccount: 'No account? Ask your administrator.',
  preHome: 'Choose a workplace',
  preHomeNamed: 'Welcome, {{user}}',
  preHomeText: 'You have no default workplace. Choose a workplace.',
  preHomeFoot: 'Is your workplace missing? Ask your administrator.',
  noWorkplace: 'You have no access to a workplace.',
  workplaceRefused: 'The workplace could not be opened',
} as const

/** English texts of sign-in and the end of a session, loaded with the pages that show them. */
export const signInTexts = { login, session } as const
