import { peopleTexts } from '@millrace/contract/people-texts'
import { addTexts } from './languages.ts'

// Loaded with the pages of hierarchies, roles and users, and that of the user import.
addTexts('translation', peopleTexts)
