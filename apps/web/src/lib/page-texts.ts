import { pageTexts } from '@millrace/contract/page-texts'
import { addTexts } from './languages.ts'

// Loaded beside the first page that is neither Home nor a bare one.
addTexts('translation', pageTexts)
