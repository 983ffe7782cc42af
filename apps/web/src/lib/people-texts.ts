import { peopleTexts } from '@millrace/contract/people-texts'
import { addTexts } from './languages.ts'

// Loaded with the pages of hierarchies, directories and the user import.
addTexts('translation', peopleTexts)
