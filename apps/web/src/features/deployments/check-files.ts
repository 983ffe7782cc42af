import { deploymentLimits } from '@millrace/contract'
import type { Translate } from '../../lib/i18n.ts'

/** Checks the files before they are sent. Returns an error message from the catalogue; null on success. */
export function checkFiles(files: readonly File[], t: Translate): string | null {
  if (files.length === 0) return t('deployments.filesMissing')
  if (files.length > deploymentLimits.files) return t('pageCatalogue.tooManyFiles', { max: deploymentLimits.files })
  for (const { name, size } of files) {
    const lower = name.toLowerCase()
    if (!deploymentLimits.extensions.some((extension) => lower.endsWith(extension)))
      return `${name}: ${t('pageCatalogue.fileType', { type: lower.includes('.') ? lower.replace(/^.*\./, '') : '–' })}`
    if (size > deploymentLimits.fileSize)
      return `${name}: ${t('pageCatalogue.fileSize', { max: deploymentLimits.fileSize / 1024 / 1024 })}`
  }
  return null
}
