import { useTranslation } from 'react-i18next'

/** The name that the product goes by. */
export function useProductName(): string {
  const { t } = useTranslation()
  return t('common.productName')
}
