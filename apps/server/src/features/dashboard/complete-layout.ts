import { type DashboardCard, type DashboardLayout, dashboardCards } from '@millrace/contract'

/** With the cards that it does not name: they may have come since. As the product brings it where none is kept. */
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
