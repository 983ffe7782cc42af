import { engineTexts } from '@millrace/contract/engine-texts'
import { addTexts } from './languages.ts'

// Loaded beside the first page of those who run processes.
addTexts('translation', engineTexts)
