import { peopleTexts } from '@millrace/contract/people-texts'
import { addTexts } from './languages.ts'

// Loaded with the page of a hierarchy and that of the user import.
addTexts('translation', peopleTexts)
