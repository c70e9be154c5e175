export default function AlertsPage() {
  return <h1>Alerts</h1>;
}
