import { awaitPart } from '../../lib/await-part.ts'

/** FEEL, which forms without expressions never load. */
export const useFeel = awaitPart(() => import('@millrace/forms/feel').then(({ formFeel }) => formFeel))

/** The same for what is no component. */
export const loadFeel = useFeel.start
