import { rightsTexts } from '@millrace/contract/rights-texts'
import { addTexts } from './languages.ts'

// Loaded with the pages of roles and that of a user.
addTexts('translation', rightsTexts)
