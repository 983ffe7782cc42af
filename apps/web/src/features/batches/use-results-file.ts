import { api, type BatchDetail, type BatchItem } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import { writeCsv } from './write-csv.ts'

/** As many as one call gives. */
const size = 1_000

/** Saves the results of a batch as CSV, however many there are: they come a thousand at a time. */
export function useResultsFile(): (batch: BatchDetail, failed: 'true' | 'false') => Promise<void> {
  const { t } = useTranslation()
  return async ({ id }, failed) => {
    const parts = [
      writeCsv([
        [
          t('batch.position'),
          t('batch.itemId'),
          t('batch.item'),
          t('batch.state'),
          t('batch.code'),
          t('batch.message'),
          t('batch.now'),
        ],
      ]),
    ]
    for (let after = 0, isMore = true; isMore; ) {
      const page = await call(api.batches.items, { params: { id }, query: { after, failed, size } })
      parts.push(writeCsv(page.items.map(cellsOf)))
      after = page.items.at(-1)?.position ?? after
      isMore = page.isMore
    }
    saveBlob(new Blob(['\uFEFF', ...parts], { type: 'text/csv' }), `batch-${id}.csv`)
  }
}

function cellsOf({ position, subjectId, name, state, code, message, now }: BatchItem): string[] {
  return [String(position), subjectId, name, state, code ?? '', message ?? '', now ?? '']
}
