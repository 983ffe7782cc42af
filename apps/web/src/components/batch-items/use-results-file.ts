import { api, type BatchItem } from '@millrace/contract'
import { writeCsvCell, writeCsvLine } from '@millrace/forms/data-list'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import { describeItem } from './describe-item.ts'

/** Items that one call returns. */
const size = 1_000

/** Returns a function that saves the results of a batch as a CSV file. It loads all items, a thousand with each call. */
export function useResultsFile(): (batchId: string, failed: 'true' | 'false') => Promise<void> {
  const { t } = useTranslation()
  return async (id, failed) => {
    const parts = [
      writeLine([
        t('batch.position'),
        t('batch.itemId'),
        t('batch.item'),
        t('batch.state'),
        t('batch.code'),
        t('batch.message'),
        t('batch.now'),
      ]),
    ]
    for (let after = 0, isMore = true; isMore; ) {
      const page = await call(api.batches.items, { params: { id }, query: { after, failed, size } })
      for (const item of page.items) parts.push(writeLine(cellsOf(item)))
      after = page.items.at(-1)?.position ?? after
      isMore = page.isMore
    }
    saveBlob(new Blob(['\uFEFF', ...parts], { type: 'text/csv' }), `batch-${id}.csv`)
  }
}

function cellsOf(item: BatchItem): string[] {
  const { state, refusal, now } = describeItem(item)
  return [String(item.position), item.subjectId, item.name, state, item.code ?? '', refusal ?? '', now ?? '']
}

function writeLine(texts: readonly string[]): string {
  return writeCsvLine(texts.map(writeCsvCell))
}
