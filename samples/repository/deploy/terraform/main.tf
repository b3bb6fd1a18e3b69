terraform {
  required_version = ">= 1.8"
  backend "s3" {
    bucket       = "slipway-state"
    key          = "prod/terraform.tfstate"
    use_lockfile = true
  }
}

# The database: two zones, a week of backups, and nobody can delete it by accident.
resource "aws_db_instance" "main" {
  identifier              = "slipway"
  engine                  = "postgres"
  engine_version          = "16"
  instance_class          = "db.t4g.medium"
  allocated_storage       = 50
  multi_az                = true
  backup_retention_period = 7
  deletion_protection     = true
}

resource "aws_cloudwatch_metric_alarm" "lag" {
  alarm_name          = "outbox-lag"
  metric_name         = "OldestUnsentSeconds"
  namespace           = "Slipway"
  threshold           = 120
  comparison_operator = "GreaterThanThreshold"
  evaluation_periods  = 3
  period              = 60
  statistic           = "Maximum"
}
