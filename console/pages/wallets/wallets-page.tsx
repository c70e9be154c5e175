export default function WalletsPage() {
  return <h1>Wallets</h1>;
}
