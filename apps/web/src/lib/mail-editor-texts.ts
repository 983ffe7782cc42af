import { mailEditorTexts } from '@millrace/contract/mail-editor-texts'
import { addTexts } from './languages.ts'

// Loaded with the pages on which mails are written.
addTexts('translation', mailEditorTexts)
