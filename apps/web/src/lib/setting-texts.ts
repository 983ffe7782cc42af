import { settingTexts } from '@millrace/contract/setting-texts'
import { addTexts } from './languages.ts'

// Loaded with the page of settings.
addTexts('translation', settingTexts)
