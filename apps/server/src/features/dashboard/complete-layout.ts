import { type DashboardCard, type DashboardLayout, dashboardCards } from '@millrace/contract'

/**
 * Returns a layout with all cards: new cards of the product are added to a stored layout. Without a stored layout it is
 * the default one.
 */
export function completeLayout(
  kept: { readonly cards: readonly string[]; readonly hidden: readonly string[] } | undefined,
): DashboardLayout {
  const known = (names: readonly string[]) => names.filter((name): name is DashboardCard => isCard(name))
  const cards = known(kept?.cards ?? [])
  return {
    cards: [...cards, ...dashboardCards.filter((card) => !cards.includes(card))],
    hidden: known(kept?.hidden ?? []),
  }
}

function isCard(name: string): boolean {
  return (dashboardCards as readonly string[]).includes(name)
}
