import { settingTexts } from '@millrace/contract/setting-texts'
import { addTexts } from './languages.ts'

// Loaded with the pages of settings and of the dashboard of administrators.
addTexts('translation', settingTexts)
