import { signInTexts } from '@millrace/contract/sign-in-texts'
import { addTexts } from './languages.ts'

// Loaded with the pages of signing in, and with what says that a session ends.
addTexts('translation', signInTexts)
