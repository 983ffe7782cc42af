import { secondFactorTexts } from '@millrace/contract/second-factor-texts'
import { addTexts } from './languages.ts'

// Loaded with the profile, and with the second step of a sign-in.
addTexts('translation', secondFactorTexts)
