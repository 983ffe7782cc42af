import { designTexts } from '@millrace/contract/design-texts'
import { addTexts } from './languages.ts'

// Loaded beside the first page of designers.
addTexts('translation', designTexts)
