import { designerTexts } from '@millrace/contract/designer-texts'
import { addTexts } from '../../web/src/lib/languages.ts'

addTexts('translation', designerTexts)

export { Designer } from './designer.tsx'
