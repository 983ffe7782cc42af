import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductName } from './product.ts'

/** Sets the title of the browser tab: the page and the product; on a page without a title, the default one. */
export function useDocumentTitle(title: string): void {
  const { t } = useTranslation()
  const product = useProductName()
  useEffect(() => {
    document.title = title === '' ? t('common.appTitle') : `${title} | ${product}`
  }, [title, product, t])
}
