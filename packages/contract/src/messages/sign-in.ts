/** The session, its end and the pages that say so. */
export const session = {
  timeoutTitle: 'Session timeout',
  timeoutText:
    "You're being timed out due to inactivity. Please choose to stay signed in or to logoff. Otherwise, you will logged off automatically.",
  stay: 'Stay logged in ({{seconds}})',
  logOff: 'Log off',
  secondsLeft: '{{seconds}} seconds left',
  endedTitle: 'You have been logged off',
  endedText: 'Nobody worked here for a while, so the session ended. What you had not sent is gone.',
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
  workplaceHelp: 'Empty is the default workplace.',
  otherWorkplace: 'Another workplace',
  failed: 'You are not signed in',
  companyNamed: 'Sign in with {{name}}',
  companyFailed: 'The company account could not be reached',
  refused: 'The company account did not let you in. Try again, or use your user name.',
  unavailable: 'The service for company accounts does not answer. Try again in a moment.',
  unknown: 'Your company account has no account here. Ask your administrator.',
  newPasswordTitle: 'Choose a new password',
  newPasswordText: 'Your first password was good for this one time. Nobody but you will know the new one.',
  newPassword: 'New password',
  newPasswordMissing: 'Enter a new password.',
  repeatPassword: 'New password again',
  repeatDiffers: 'The two are not the same.',
  saveAndSignIn: 'Save password and sign in',
  back: 'Back',
  noAccount: 'No account? Ask your administrator.',
  preHome: 'Choose a workplace',
  preHomeNamed: 'Welcome, {{user}}',
  preHomeText: 'You have no workplace to begin in. Choose the one that you want to work in.',
  preHomeFoot: 'Not the right ones? Ask your administrator.',
  noWorkplace: 'There is no workplace that you may work in.',
  workplaceRefused: 'The workplace could not be opened',
} as const

/** English texts of sign-in and the end of a session, loaded with the pages that show them. */
export const signInTexts = { login, session } as const
